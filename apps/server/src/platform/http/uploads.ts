import multipart from '@fastify/multipart';
import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { createUploadPlaces } from '../uploads/places.ts';
import { type ReceivedFile, type ReceivedForm, withForm } from '../uploads/receive-form.ts';
import { type CallParts, callRoutes, contextOf } from './calls.ts';
import type { StaffContext } from './context.ts';
import { toIssue } from './failures.ts';
import { staffOf } from './guard.ts';
import { Problem } from './problem.ts';

/** A call of the contract that takes a multipart form, as a route. */
export interface UploadRoute {
  readonly call: AnyContractProcedure;
  /** The files that may come, by their fields, and the bytes that each may have. */
  readonly largest: Readonly<Record<string, number>>;
  /** Does what the call is for, and gives its `data`. The form is gone afterwards. */
  handle(context: StaffContext, form: ReceivedForm): Promise<unknown>;
}

/** A call that takes one file, in the field `file` of a form, and checks what comes along with it. */
export function uploadRoute<Fields>({
  call,
  largest,
  fields,
  handle,
}: Pick<UploadRoute, 'call'> & {
  /** Bytes of the file. */
  readonly largest: number;
  readonly fields: z.ZodType<Fields>;
  handle(context: StaffContext, input: Fields, file: ReceivedFile): Promise<unknown>;
}): UploadRoute {
  return {
    call,
    largest: { file: largest },
    handle: (context, form) =>
      handle(context, parseFields(fields, form.fields), fileOf(form.files)),
  };
}

/** A call that takes several files, each in a field of its own, or fewer; it says itself which it needs. */
export function formRoute<Fields>({
  fields,
  handle,
  ...route
}: Pick<UploadRoute, 'call' | 'largest'> & {
  readonly fields: z.ZodType<Fields>;
  handle(
    context: StaffContext,
    input: Fields,
    files: Readonly<Record<string, ReceivedFile>>,
  ): Promise<unknown>;
}): UploadRoute {
  return {
    ...route,
    handle: (context, form) => handle(context, parseFields(fields, form.fields), form.files),
  };
}

/** Serves the calls that take files: under the session like the others, but read as they arrive. */
export async function registerUploads(
  app: FastifyInstance,
  parts: CallParts & { readonly uploadFolder: string },
  routes: readonly UploadRoute[],
): Promise<void> {
  const places = createUploadPlaces(() => app.metrics.shed('uploads'));
  app.metrics.addGauge('simiente_uploads', 'Uploads under way', places.inUse);
  await app.register(async (scope) => {
    await scope.register(multipart);
    for (const { call, largest, handle } of routes) {
      for (const { method, path, access } of callRoutes(call)) {
        scope.route({
          method,
          url: path,
          config: { access, form: true, longBody: true },
          handler: async (request) => {
            const context = { ...contextOf(request, parts), actor: staffOf(request) };
            const limits = { folder: parts.uploadFolder, largest };
            const data = await places.hold(context.actor.id, () =>
              withForm(request, limits, (form) => handle(context, form)),
            );
            return { status: 200, data };
          },
        });
      }
    }
  });
}

function parseFields<Fields>(
  schema: z.ZodType<Fields>,
  fields: Readonly<Record<string, string>>,
): Fields {
  const { data, error } = schema.safeParse({ ...fields });
  if (error) throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
  return data;
}

function fileOf({ file }: Readonly<Record<string, ReceivedFile>>): ReceivedFile {
  if (file) return file;
  throw new Problem('BAD_REQUEST', { issues: [{ path: 'file', message: 'Falta el archivo' }] });
}
