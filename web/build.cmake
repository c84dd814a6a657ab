# Builds the page for a wheel, if Node is installed and the page isn't built yet.
# Quire works without the page, so nothing here may stop the installation.

set(page "${CMAKE_CURRENT_LIST_DIR}/../src/quire/server/static/index.html")
set(quiet --no-audit --no-fund --loglevel=error)
set(timeout_seconds 600) # an unreachable package registry must not block the installation

# A previous build may have cached paths that no longer exist.
unset(QUIRE_NODE CACHE)
unset(QUIRE_NPM CACHE)
find_program(QUIRE_NODE node PATHS ENV PATH NO_DEFAULT_PATH)
find_program(QUIRE_NPM npm PATHS ENV PATH NO_DEFAULT_PATH)
set(version 0)
if(QUIRE_NODE AND QUIRE_NPM)
  execute_process(COMMAND "${QUIRE_NODE}" --version OUTPUT_VARIABLE output ERROR_QUIET)
  if(output MATCHES "^v([0-9.]+)")
    set(version "${CMAKE_MATCH_1}")
  endif()
endif()

if(EXISTS "${page}")
  message(STATUS "The page is already built.")
elseif(version VERSION_LESS 20.19)
  message(WARNING "Node 20.19 or later was not found: Quire is installed without the web page.")
else()
  if(NOT EXISTS "${CMAKE_CURRENT_LIST_DIR}/src/core/build/quire.wasm")
    message(STATUS "The page is built without the core and asks the server instead; `make page` builds both.")
  endif()
  foreach(step "ci" "run;--silent;build;--;--logLevel;warn")
    execute_process(
      COMMAND "${QUIRE_NPM}" ${quiet} ${step}
      WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}"
      TIMEOUT ${timeout_seconds}
      RESULT_VARIABLE failed
    )
    if(failed)
      message(WARNING "The web page could not be built: Quire is installed without it.")
      break()
    endif()
  endforeach()
endif()
