#pragma once
#include "compiler/serial/tbb/serial.hpp"
