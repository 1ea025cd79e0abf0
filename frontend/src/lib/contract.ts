import type { components, paths } from './api.gen.ts';

/** A named shape of the API: `Schema<'Tribe'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths with a method, as the contract writes them: `/tribes/{tribeId}/posts`. */
export type PathFor<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

/** The paths that accept a form with files. */
export type UploadPath = {
  [P in PathFor<'post'>]: paths[P]['post'] extends { requestBody: { content: { 'multipart/form-data': unknown } } }
    ? P
    : never;
}[PathFor<'post'>];

type Operation<M extends Method, P extends PathFor<M>> = paths[P][M];

/** The response type of a call. */
export type Answer<M extends Method, P extends PathFor<M>> =
  Operation<M, P> extends { responses: infer Responses } ? Success<Responses> : never;

type Success<Responses> = Responses extends { 200: { content: { 'application/json': infer Body } } }
  ? Body
  : Responses extends { 201: { content: { 'application/json': infer Body } } }
    ? Body
    : unknown;

/**
 * The parameters of a call: path, query, body or form. Distributed over each path: comparing the product of three such
 * unions takes the compiler a minute.
 */
export type Params<M extends Method, P extends PathFor<M>> = P extends unknown
  ? PathParams<Operation<M, P>> & Query<Operation<M, P>> & Body<Operation<M, P>>
  : never;

type PathParams<Op> = Op extends { parameters: { path: infer P } } ? { path: P } : { path?: never };

/** null is omitted from the query, so that a cursor can be passed on unchanged. */
type OrNull<Values> = { [Name in keyof Values]: Values[Name] | null };

type Query<Op> = Op extends { parameters: { query: infer Q } }
  ? { query: OrNull<Q> }
  : Op extends { parameters: { query?: infer Q } }
    ? { query?: OrNull<Q> }
    : never;

type Body<Op> = Op extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B; form?: never }
  : Op extends { requestBody: { content: { 'multipart/form-data': infer F } } }
    ? { form: F; body?: never }
    : Op extends { requestBody?: infer R }
      ? OptionalBody<R>
      : { body?: never; form?: never };

type OptionalBody<R> = [R] extends [undefined]
  ? { body?: never; form?: never }
  : NonNullable<R> extends { content: { 'application/json': infer B } }
    ? { body?: B; form?: never }
    : never;

/** The arguments after the path; optional when no parameter is required. */
export type Args<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];
