#!/usr/bin/env python3
"""Runs the example kernels on a GPU and compares them with NumPy.

    cargo run -p bytespec --example vector_add -- vector_add.tileirbc
    cargo run -p bytespec --example matmul -- matmul.tileirbc
    tileiras --gpu-name=sm_90 -o vector_add.cubin vector_add.tileirbc
    tileiras --gpu-name=sm_90 -o matmul.cubin matmul.tileirbc
    tests/conformance/run_on_gpu.py vector_add.cubin matmul.cubin

Needs the CUDA driver (libcuda.so.1) and NumPy, nothing else. Exit status: 0 when all results agree, 1 when one
does not, 2 for a cubin that is not one of the examples, 77 ("skipped") when there is no GPU to run on or NumPy is missing. With `--inspect` only
the parameters are read from the cubins and compared with the table below, which needs neither.

How a kernel is launched: one thread block for each tile block, in up to three dimensions. The block size is 1:
how many threads work on a tile block is the compiler's business. Parameters are those of the Tile IR function in
its order, each at its natural alignment: a pointer has 8 bytes, an i32 has 4.

    kernel      grid                                parameters
    vector_add  (n + 1023) // 1024                  a, b, c: f32 pointers; n: i32
    matmul      (m + 127) // 128, (n + 127) // 128  a, b: f16 pointers; c: f32 pointer; m, n, k: i32
"""

import ctypes
import struct
import sys

SKIPPED = 77

# Sizes in bytes of the parameters of each kernel, in order.
PARAMETERS = {"vector_add": [8, 8, 8, 4], "matmul": [8, 8, 8, 4, 4, 4]}


def kernel_parameters(cubin):
    """The kernels of a cubin: name -> [(offset, size)] in the order of the parameters."""
    if cubin[:4] != b"\x7fELF":
        raise ValueError("not a cubin: the ELF magic number is missing")
    (section_table,) = struct.unpack_from("<Q", cubin, 40)
    count, names_index = struct.unpack_from("<HH", cubin, 60)
    sections = [struct.unpack_from("<IIQQQQ", cubin, section_table + 64 * i) for i in range(count)]
    names = sections[names_index][4]
    kernels = {}
    for name, _, _, _, start, size in sections:
        name = cubin[names + name : cubin.index(b"\0", names + name)].decode()
        if not name.startswith(".nv.info."):
            continue
        parameters = {}
        at = start
        while at < start + size:
            # Each attribute: format, number, and a 16-bit value or the size of what follows.
            form, number, value = struct.unpack_from("<BBH", cubin, at)
            at += 4
            if form == 4:
                if number == 0x17:  # EIATTR_KPARAM_INFO: index, ordinal, offset, size in 4-byte units << 20
                    _, ordinal, offset, packed = struct.unpack_from("<IHHI", cubin, at)
                    parameters[ordinal] = (offset, (packed >> 20) * 4)
                at += value
        kernels[name.removeprefix(".nv.info.")] = [parameters[i] for i in sorted(parameters)]
    return kernels


def check_parameters(path, cubin):
    """The name of the one example kernel in a cubin, whose parameters must be the expected ones."""
    kernels = kernel_parameters(cubin)
    if len(kernels) != 1 or next(iter(kernels)) not in PARAMETERS:
        raise ValueError(f"{path}: expected one of the kernels {', '.join(PARAMETERS)}, found {', '.join(kernels)}")
    name, found = next(iter(kernels.items()))
    expected, offset = [], 0
    for size in PARAMETERS[name]:
        offset = (offset + size - 1) // size * size
        expected.append((offset, size))
        offset += size
    if found != expected:
        raise ValueError(f"{path}: {name} has parameters (offset, size) {found}, expected {expected}")
    return name


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


class Driver:
    """The few functions of the CUDA driver that are needed."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            skip(f"no CUDA driver ({error})")
        count = ctypes.c_int()
        status = self.library.cuInit(0) or self.library.cuDeviceGetCount(ctypes.byref(count))
        if status or count.value == 0:
            skip(f"no GPU ({self.name_of(status) if status else 'the driver lists none'})")
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)

    def name_of(self, status):
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(status, ctypes.byref(text))
        return text.value.decode() if text.value else f"error {status}"

    def call(self, function, *arguments):
        status = getattr(self.library, function)(*arguments)
        if status:
            raise RuntimeError(f"{function}: {self.name_of(status)}")

    def kernel(self, cubin, name):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), cubin)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return function

    def upload(self, array):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(array.nbytes))
        source = array.ctypes.data_as(ctypes.c_void_p)
        self.call("cuMemcpyHtoD_v2", pointer, source, ctypes.c_size_t(array.nbytes))
        return pointer

    def download(self, pointer, array):
        target = array.ctypes.data_as(ctypes.c_void_p)
        self.call("cuMemcpyDtoH_v2", target, pointer, ctypes.c_size_t(array.nbytes))

    def launch(self, function, grid, parameters):
        # The driver takes the address of each parameter; it knows their sizes from the cubin.
        addresses = (ctypes.c_void_p * len(parameters))(*(ctypes.addressof(p) for p in parameters))
        x, y = (*grid, 1)[:2]
        self.call("cuLaunchKernel", function, x, y, 1, 1, 1, 1, 0, None, addresses, None)
        self.call("cuCtxSynchronize")


def run_vector_add(np, driver, function, random):
    for n in (1, 1024, 1_000_003):
        a, b = (random.standard_normal(n, dtype=np.float32) for _ in range(2))
        c = np.full(n, np.nan, dtype=np.float32)
        pointers = [driver.upload(array) for array in (a, b, c)]
        driver.launch(function, [(n + 1023) // 1024], [*pointers, ctypes.c_int32(n)])
        driver.download(pointers[2], c)
        yield f"n={n}", np.array_equal(c, a + b)


def run_matmul(np, driver, function, random):
    # Sizes are multiples of 8, so that every row of the matrices is aligned; not all are of whole tiles.
    for m, n, k in ((128, 128, 64), (256, 384, 512), (200, 136, 72)):
        a = random.standard_normal((m, k), dtype=np.float32).astype(np.float16)
        b = random.standard_normal((k, n), dtype=np.float32).astype(np.float16)
        c = np.full((m, n), np.nan, dtype=np.float32)
        pointers = [driver.upload(array) for array in (a, b, c)]
        sizes = [ctypes.c_int32(size) for size in (m, n, k)]
        driver.launch(function, [(m + 127) // 128, (n + 127) // 128], [*pointers, *sizes])
        driver.download(pointers[2], c)
        expected = a.astype(np.float64) @ b.astype(np.float64)
        # Products of halves are exact in f32; only the sum of k of them is rounded.
        yield f"m={m} n={n} k={k}", np.allclose(c, expected, rtol=1e-4, atol=1e-3)


def main(arguments):
    paths = [argument for argument in arguments if argument != "--inspect"]
    if not paths:
        print(__doc__)
        return 2
    kernels = []
    for path in paths:
        with open(path, "rb") as file:
            cubin = file.read()
        try:
            name = check_parameters(path, cubin)
        except ValueError as error:
            print(error)
            return 2
        print(f"{path}: {name}, parameters {PARAMETERS[name]} as expected")
        kernels.append((name, cubin))
    if "--inspect" in arguments:
        return 0

    driver = Driver()
    try:
        import numpy as np
    except ImportError:
        skip("NumPy is not installed")
    random = np.random.default_rng(0)
    runs = {"vector_add": run_vector_add, "matmul": run_matmul}
    failed = False
    for name, cubin in kernels:
        for what, good in runs[name](np, driver, driver.kernel(cubin, name), random):
            print(f"{name} {what}: {'agrees with NumPy' if good else 'DIFFERS FROM NUMPY'}")
            failed |= not good
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
