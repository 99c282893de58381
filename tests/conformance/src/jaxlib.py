"""Reads and writes StableHLO programs with jaxlib, one job after another.

Usage: python jaxlib.py PACKAGES JOBS
  PACKAGES: the folder where jaxlib is installed
  JOBS: a file with a job a line, `NAME TASK INPUT OUTPUT [VERSION]`:
    parse        bytecode of any dialects in, its generic text with locations out
    deserialize  a portable artifact in, the text of its program out
    serialize    a program as bytecode, text or artifact in, a portable artifact of VERSION out
    version      the newest version that this release writes

Prints `NAME ok` or `NAME refused` when a job is done, and `NAME started` before; the output of a
refused one is what was said. A release that crashes is found out by the line that is missing.
"""

import importlib
import sys

PACKAGES, JOBS = sys.argv[1:]
# In the first place is the folder of this file, which would be taken for the package.
sys.path[0] = PACKAGES

from jaxlib.mlir import ir  # noqa: E402
from jaxlib.mlir.dialects import chlo, mhlo, stablehlo  # noqa: E402


def found(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def registry():
    """The dialects that JAX itself registers. What is not registered is printed wrongly."""
    dialects = ir.DialectRegistry()
    # The module's name before 0.5 and since.
    for name in ("register_jax_dialects", "_jax_mlir_ext"):
        module = found(f"jaxlib.mlir._mlir_libs.{name}")
        if module is not None:
            module.register_dialects(dialects)
    return dialects


DIALECTS = registry()
SHARDY = found("jaxlib.mlir.dialects.sdy")
# Releases up to 0.4.28 have another copy of MLIR for these functions, which cannot take a context
# from here: they exchange bytecode instead.
SHARES_CONTEXT = hasattr(stablehlo, "serialize_portable_artifact_str")


class Refused(Exception):
    pass


def new_context(said):
    context = ir.Context()
    context.append_dialect_registry(DIALECTS)
    stablehlo.register_dialect(context)
    chlo.register_dialect(context)
    mhlo.register_mhlo_dialect(context)
    if SHARDY is not None:
        SHARDY.register_dialect(context)
    context.allow_unregistered_dialects = True
    context.load_all_available_dialects()
    if SHARES_CONTEXT:
        # The dialects of artifacts and of quantized types are only known after something was
        # written and read.
        empty = ir.Module.parse("module {}", context)
        empty = stablehlo.serialize_portable_artifact(empty, stablehlo.get_current_version())
        stablehlo.deserialize_portable_artifact(context, empty)
    handler = context.attach_diagnostic_handler(lambda diagnostic: note(said, diagnostic))
    return context, handler


def note(said, diagnostic):
    said.append(str(diagnostic))
    return True


def text(module):
    return module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True).encode()


def parse(context, data, _):
    return text(ir.Module.parse(data, context))


def program(context, data):
    if not data[5:].startswith(b"StableHLO_v"):
        return ir.Module.parse(data, context)
    if SHARES_CONTEXT:
        return stablehlo.deserialize_portable_artifact(context, data)
    return ir.Module.parse(stablehlo.deserialize_portable_artifact(data), context)


def deserialize(context, data, _):
    return text(program(context, data))


def serialize(context, data, version):
    if not SHARES_CONTEXT:
        plain = program(context, data).operation.get_asm(enable_debug_info=True)
        return stablehlo.serialize_portable_artifact(plain, version)
    try:
        # Some releases refuse other dialects unless they are asked.
        others = {"allow_other_dialects": True}
        return stablehlo.serialize_portable_artifact(program(context, data), version, **others)
    except TypeError:
        return stablehlo.serialize_portable_artifact(program(context, data), version)


def version(_context, _data, _version):
    return stablehlo.get_current_version().encode()


TASKS = {task.__name__: task for task in (parse, deserialize, serialize, version)}


def run(task, data, target):
    said = []
    context, handler = new_context(said)
    try:
        with context:
            return TASKS[task](context, data, target)
    except Exception as error:  # Whatever the library throws is its refusal.
        raise Refused("\n".join([str(error), *said])) from error
    finally:
        handler.detach()


with open(JOBS, encoding="utf-8") as file:
    jobs = [line.split() for line in file]
for name, task, source, target, *more in jobs:
    print(name, "started", flush=True)
    with open(source, "rb") as file:
        data = file.read()
    try:
        result, state = run(task, data, *(more or [None])), "ok"
    except Refused as refusal:
        result, state = str(refusal).encode(), "refused"
    with open(target, "wb") as file:
        file.write(result)
    print(name, state, flush=True)
