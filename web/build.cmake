# Builds the page for a wheel, where there is a Node for it and nobody has built the page before.
# The rest of Quire is whole without it, so that nothing here keeps it from being installed.

set(page "${CMAKE_CURRENT_LIST_DIR}/../src/quire/server/static/index.html")
set(quiet --no-audit --no-fund --loglevel=error)
set(longest 600) # seconds; packages that cannot be reached must not hold up an installation for ever

# What a build before has found may be gone.
unset(QUIRE_NODE CACHE)
unset(QUIRE_NPM CACHE)
find_program(QUIRE_NODE node PATHS ENV PATH NO_DEFAULT_PATH)
find_program(QUIRE_NPM npm PATHS ENV PATH NO_DEFAULT_PATH)
set(version 0)
if(QUIRE_NODE AND QUIRE_NPM)
  execute_process(COMMAND "${QUIRE_NODE}" --version OUTPUT_VARIABLE said ERROR_QUIET)
  if(said MATCHES "^v([0-9.]+)")
    set(version "${CMAKE_MATCH_1}")
  endif()
endif()

if(EXISTS "${page}")
  message(STATUS "The page is built already.")
elseif(version VERSION_LESS 20.19)
  message(WARNING "There is no Node 20.19 or later here: Quire will have no page, but all the rest.")
else()
  foreach(step "ci" "run;--silent;build;--;--logLevel;warn")
    execute_process(
      COMMAND "${QUIRE_NPM}" ${quiet} ${step}
      WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}"
      TIMEOUT ${longest}
      RESULT_VARIABLE failed
    )
    if(failed)
      message(WARNING "The page could not be built: Quire will have none, but all the rest.")
      break()
    endif()
  endforeach()
endif()
