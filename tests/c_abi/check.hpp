// What the C++ test programs share. Each of them is one source file; the first check that does not hold ends it.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <dicechess.hpp>

#include <cstdio>
#include <cstdlib>

#define CHECK(condition) check((condition), __FILE__, __LINE__, #condition)

inline void check(bool holds, const char *file, int line, const char *condition) {
    if (!holds) {
        std::fprintf(stderr, "%s:%d: %s\n", file, line, condition);
        std::exit(1);
    }
}

// The call throws an Error with these parts.
template <class Call>
bool throws(Call call, dicechess_status status, std::int32_t field, std::int64_t offset) {
    try {
        call();
    } catch (const dicechess::Error &error) {
        return error.status() == status && error.field() == field && error.offset() == offset && error.what()[0] != 0;
    }
    return false;
}

// What functions of the tests throw: no std::exception, and recognisable.
struct Refusal {
    int number;
};

// The number of the Refusal that the call throws; 0 if it throws none.
template <class Call>
int refusal(Call call) {
    try {
        call();
    } catch (const Refusal &thrown) {
        return thrown.number;
    }
    return 0;
}

#endif
