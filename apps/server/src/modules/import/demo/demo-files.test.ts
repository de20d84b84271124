import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { otherExamTypes } from '@simiente/builders/vocabulary/exam-reports';
import { illustratedExamTypes } from '@simiente/contract/exams/types';
import { describe, expect, test } from 'vitest';
import { SERVER_FOLDER } from '../../../platform/entry-points.ts';
import { checkFile } from '../../../platform/uploads/check-file.ts';
import { demoFileFor } from './write-demo.ts';

const folder = path.join(SERVER_FOLDER, 'demo-files');
const examTypes = [...illustratedExamTypes, ...otherExamTypes];

test('every type of demo exam has its file, and there is no other file', async () => {
  expect((await readdir(folder)).toSorted()).toEqual(examTypes.map(demoFileFor).toSorted());
});

describe.each(examTypes)('the file of %s', (examType) => {
  test('is small, and accepted as an upload of its kind', async () => {
    const name = demoFileFor(examType);
    const { length: size } = await readFile(path.join(folder, name));
    expect(size).toBeGreaterThan(2_000);
    expect(size).toBeLessThan(90_000);
    const checked = await checkFile(
      { scan: async () => path.join(folder, name), name, size, sha256: '' },
      { kinds: ['pdf', 'jpeg'], otherwise: () => 'FILE_TYPE_NOT_ACCEPTED' },
    );
    expect(checked.mediaType).toBe(name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg');
  });
});
