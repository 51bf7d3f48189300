// A library of another ABI: it says so, and has nothing else.

#include <stdint.h>

uint32_t dicechess_abi_version(void);

uint32_t dicechess_abi_version(void) {
    return 2000;
}
