#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { create, createFileRegistry, fromBinary, getExtension, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
  MethodOptions_IdempotencyLevel as IdempotencyLevel,
} from '@bufbuild/protobuf/wkt';

/**
 * The plugin of `buf generate`: ts-proto, with three extensions.
 *
 * - An enum's values are those of the HTTP API: MEMBER_ROLE_OWNER is 'owner' in code, so that calls, storage and
 *   responses share one value.
 * - An event has the fields of its ordering key (`keyFields`, from the option events.v1.key).
 * - A method has its `idempotency_level`, by which the kit's client decides on retries.
 */

const tsProto = 'protoc-gen-ts_proto';
/** Namespaces with a type per value, which are unused; `public` could not be one. */
const namespaces = /^export namespace .+ \{\n( +export type .+\n)+\}\n/gm;
const maxOutputBytes = 64 * 1024 * 1024;

const request = fromBinary(CodeGeneratorRequestSchema, await buffer(process.stdin));
const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: request.protoFile }));
const own = request.protoFile.filter(({ name }) => !name.startsWith('google/'));
for (const file of own) for (const type of file.enumType) shortenValues(type);

const run = spawnSync(tsProto, { input: toBinary(CodeGeneratorRequestSchema, request), maxBuffer: maxOutputBytes });
if (run.status !== 0) throw new Error(`${tsProto} failed: ${run.stderr ?? ''}`, { cause: run.error });

const response = fromBinary(CodeGeneratorResponseSchema, run.stdout);
const levels = idempotencyLevels(request.protoFile);
for (const file of response.file)
  file.content = withEventKeys(file, withIdempotencyLevels(file.content.replace(namespaces, ''), levels));
process.stdout.write(toBinary(CodeGeneratorResponseSchema, response));

/** MEMBER_ROLE_OWNER of MemberRole is shortened to `owner`. */
function shortenValues(type) {
  const prefix = `${type.name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()}_`;
  for (const value of type.value) {
    if (!value.name.startsWith(prefix)) throw new Error(`${value.name} does not begin with ${prefix}`);
    value.name = value.name.slice(prefix.length).toLowerCase();
  }
}

/** The idempotency level of each method, by its path. */
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

/** Throws when an event declares no key, or an unknown field as its key. */
function withEventKeys({ name }, code) {
  if (!name.endsWith('/events.ts')) return code;
  return code
    .replace('  readonly $type: V;\n', '$&  readonly keyFields: readonly string[];\n')
    .replace(
      /^ {2}\$type: "(.+)" as const,$/gm,
      (line, type) => `${line}\n  keyFields: [${keyFieldsOf(type).join(', ')}],`,
    );
}

function keyFieldsOf(type) {
  const { proto, fields } = registry.getMessage(type);
  const names = proto.options ? getExtension(proto.options, registry.getExtension('events.v1.key')) : [];
  if (names.length === 0) throw new Error(`${type} declares no events.v1.key`);
  return names.filter(Boolean).map((name) => {
    const field = fields.find((each) => each.name === name);
    if (!field) throw new Error(`${type} has no field ${name} for its key`);
    return `"${field.localName}"`;
  });
}
