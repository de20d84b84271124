import { describe, expect, test } from 'vitest';
import { type BuilderContext, createContext, withStream } from './random.ts';

const now = new Date('2026-11-20T15:00:00Z');
const draw = ({ faker }: BuilderContext) =>
  Array.from({ length: 5 }, () => faker.number.int({ max: 1_000_000 }));

describe('createContext', () => {
  test('the same seed gives the same numbers, and another seed gives different ones', () => {
    expect(draw(createContext({ seed: 7, now }))).toEqual(draw(createContext({ seed: 7, now })));
    expect(draw(createContext({ seed: 7, now }))).not.toEqual(
      draw(createContext({ seed: 8, now })),
    );
  });

  test('contexts are independent', () => {
    const firstDraw = draw(createContext({ seed: 7, now }));
    const first = createContext({ seed: 7, now });
    draw(createContext({ seed: 7, now }));
    expect(draw(first)).toEqual(firstDraw);
  });

  test('numbers are distributed evenly', () => {
    const { faker } = createContext({ seed: 7, now });
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let count = 0; count < 10_000; count += 1) {
      const tenth = Math.floor(faker.number.float() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(880);
    expect(Math.max(...tenths)).toBeLessThan(1120);
  });
});

describe('a context within another', () => {
  test('draws inside do not affect later draws outside', () => {
    const plain = createContext({ seed: 7, now });
    const nested = createContext({ seed: 7, now });
    withStream(nested, 'inside', draw);
    expect(draw(nested)).toEqual(draw(plain));
  });

  test('a key always gives the same stream, and different keys give different streams', () => {
    const context = createContext({ seed: 7, now });
    const first = withStream(context, 'a', draw);
    draw(context);
    expect(withStream(context, 'a', draw)).toEqual(first);
    expect(withStream(context, 'b', draw)).not.toEqual(first);
  });

  test('the stream is restored when a build fails', () => {
    const context = createContext({ seed: 7, now });
    const fail = () =>
      withStream(context, 'a', () => {
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(draw(context)).toEqual(draw(createContext({ seed: 7, now })));
  });
});
