import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { jsonArray } from './data-stream.ts';

test.each([[[]], [[[]]], [[[1, 2]]], [[[1, 2], []]], [[[], [1]]], [[[1, 2], [], [3]]]])(
  'E-10.2976: the pages %j are sent as one JSON array',
  async (pages) => {
    async function* read() {
      yield* pages.map((page) => page.map((id) => ({ id })));
    }
    const pieces = jsonArray(read(), (row) => row, ['{"rows":', '}']);
    const written: unknown = JSON.parse(await text(Readable.from(pieces)));
    expect(written).toEqual({ rows: pages.flat().map((id) => ({ id })) });
  },
);
