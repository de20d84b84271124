import { errorTable } from '@simiente/contract/common/errors';
import { Problem } from '../problem.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { isImage } from './check-image.ts';
import { readFileKind } from './file-kind.ts';
import { isPictureAlone } from './picture-end.ts';
import type { ReceivedFile } from './receive-form.ts';
import { remakeImage } from './remake-image.ts';

/**
 * An uploaded logo, checked and re-encoded.
 * @param field of the form, which a refusal names
 * @param largest pixels of the longer side
 * @throws Problem NOT_AN_IMAGE, FILE_EMPTY, FILE_TRUNCATED, FILE_UNREADABLE
 */
export async function remakeLogo(
  file: ReceivedFile,
  field: string,
  largest: number,
): Promise<CheckedFile> {
  try {
    const checked = await checkFile(file, {
      kinds: ['png', 'jpeg', 'webp'],
      otherwise: () => 'NOT_AN_IMAGE',
    });
    const kind = await readFileKind(file.path);
    if (!isImage(kind) || !(await isPictureAlone(file.path, kind))) {
      throw new Problem('NOT_AN_IMAGE');
    }
    return await remakeImage(checked, largest);
  } catch (error) {
    throw error instanceof Problem ? inField(error, field) : error;
  }
}

function inField(problem: Problem, field: string): Problem {
  const { code } = problem;
  return new Problem(code, {
    issues: [{ path: field, message: errorTable[code].message }],
    cause: problem,
  });
}
