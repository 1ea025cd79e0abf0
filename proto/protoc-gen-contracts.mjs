#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  MethodOptions_IdempotencyLevel as IdempotencyLevel,
} from '@bufbuild/protobuf/wkt';

/**
 * What `buf generate` runs: ts-proto, with two things it has no option for.
 *
 * - An enum's values are the words of the HTTP API: MEMBER_ROLE_OWNER is 'owner' in code, so that nothing translates
 *   between what services say to each other, what they store and what they answer.
 * - A method says its `idempotency_level`, by which the client of the kit decides what it may send twice.
 */

const tsProto = 'protoc-gen-ts_proto';
/** A type for each value, which nobody needs; `public` could not be one. */
const namespaces = /^export namespace .+ \{\n( +export type .+\n)+\}\n/gm;
const maxOutputBytes = 64 * 1024 * 1024;

const request = fromBinary(CodeGeneratorRequestSchema, await buffer(process.stdin));
for (const file of request.protoFile) for (const type of file.enumType) shortenValues(type);

const run = spawnSync(tsProto, { input: toBinary(CodeGeneratorRequestSchema, request), maxBuffer: maxOutputBytes });
if (run.status !== 0) throw new Error(`${tsProto} failed: ${run.stderr ?? ''}`, { cause: run.error });

const response = fromBinary(CodeGeneratorResponseSchema, run.stdout);
const levels = idempotencyLevels(request.protoFile);
for (const file of response.file) file.content = withIdempotencyLevels(file.content.replace(namespaces, ''), levels);
process.stdout.write(toBinary(CodeGeneratorResponseSchema, response));

/** MEMBER_ROLE_OWNER of MemberRole becomes `owner`. */
function shortenValues(type) {
  const prefix = `${type.name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()}_`;
  for (const value of type.value) {
    if (!value.name.startsWith(prefix)) throw new Error(`${value.name} does not begin with ${prefix}`);
    value.name = value.name.slice(prefix.length).toLowerCase();
  }
}

/** The level of each method, by its path. */
function idempotencyLevels(files) {
  return new Map(
    files.flatMap((file) =>
      file.service.flatMap((service) =>
        service.method.map((method) => [
          `/${file.package}.${service.name}/${method.name}`,
          IdempotencyLevel[method.options?.idempotencyLevel ?? IdempotencyLevel.IDEMPOTENCY_UNKNOWN],
        ]),
      ),
    ),
  );
}

function withIdempotencyLevels(code, levels) {
  return code.replace(/^( +)path: "(.+)" as const,$/gm, (line, indent, path) => {
    const level = levels.get(path);
    if (!level) throw new Error(`ts-proto generated a method that no file declares: ${path}`);
    return `${line}\n${indent}idempotencyLevel: "${level}" as const,`;
  });
}
