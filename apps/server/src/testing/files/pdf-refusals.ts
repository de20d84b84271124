import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Problem } from '../../platform/problem.ts';
import { checkPdf } from '../../platform/uploads/check-pdf.ts';

/** For the tests of a file: the code of a PDF's refusal, or null for an accepted one. */
export function pdfRefusals(): (bytes: Buffer) => Promise<string | null> {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'simiente-pdf-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  return async (bytes) => {
    const file = path.join(folder, crypto.randomUUID());
    await writeFile(file, bytes);
    return checkPdf(file).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Problem) return error.code;
        throw error;
      },
    );
  };
}
