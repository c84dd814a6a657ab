// What single games do better than the generic engines: every specialisation of SolverFor,
// SearchFor, Heuristics, Evaluation, TrainingFor and mcts::tuning. A game needs none of them.
//
// Every file that makes an engine for a kind of position includes this one, so that all of them
// see the same specialisations.
#pragma once

#include "engine/eval/extreme_training.hpp"
#include "engine/mcts/tuning.hpp"
#include "engine/search/extreme/heuristics.hpp"
#include "engine/search/sos/search.hpp"
#include "engine/solve/extreme/solver.hpp"
#include "engine/solve/line/solver.hpp"
#include "engine/solve/obstruction/solver.hpp"
#include "engine/solve/sos/solver.hpp"
