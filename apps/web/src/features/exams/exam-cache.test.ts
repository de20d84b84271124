import type { Exam } from '@simiente/contract/exams/calls';
import { expect, test } from 'vitest';
import { withExam } from './exam-cache.ts';

const exam = (id: string, examDate: string | null, createDate: string | null): Exam => ({
  id,
  examType: 'Seminograma',
  fileUrl: null,
  external: false,
  fileName: null,
  mediaType: null,
  fileSize: null,
  laboratory: null,
  earlierFiles: [],
  earlierLink: null,
  examDate,
  createDate,
  version: 1,
});

const list = [
  exam('b', '2026-08-21', null),
  exam('y', null, '2026-01-02T00:00:00.000Z'),
  exam('z', null, null),
  exam('a', null, null),
];
const ids = (exams: readonly Exam[]) => exams.map(({ id }) => id).join('');

test.each([
  ['a new one with a date', exam('n', '2026-11-18', null), 'nbyza'],
  ['one that is older', exam('n', '2020-01-01', null), 'bnyza'],
  ['a new one without a date', exam('n', null, '2026-11-18T00:00:00.000Z'), 'bnyza'],
  ['one whose date was taken away', exam('b', null, '2026-01-01T00:00:00.000Z'), 'ybza'],
  ['one that got a date', exam('a', '2026-11-18', null), 'abyz'],
  ['one that changed nothing', exam('z', null, null), 'byza'],
])(
  'E-10.11: an exam takes the position of the server’s list in the cache: %s',
  (_what, next, order) => {
    expect(ids(withExam(list, next))).toBe(order);
  },
);
