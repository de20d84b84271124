import { liveKinds } from '@simiente/contract/events/settings';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isBackground } from '../../lib/api/activity.ts';
import { queries } from '../../lib/api/client.ts';
import { listsByKind, recordsByKind } from './lists.ts';
import { createRefresher } from './start-live.ts';

const patientsKey = queries.patients.list.queryKey({ input: {} });
const doctorsKey = queries.doctors.list.queryKey({ input: {} });
const recordKey = queries.patients.getOne.queryKey({ input: { idUser: 'usr_1' } });

let cache: QueryClient;
let refresher: ReturnType<typeof createRefresher>;
const unsubscribers: (() => void)[] = [];

/** A query on the screen; records its fetches, and whether they ran in the background. */
async function show(queryKey: readonly unknown[], answer = () => Promise.resolve('answer')) {
  const requests: boolean[] = [];
  const observer = new QueryObserver(cache, {
    queryKey,
    queryFn: () => {
      requests.push(isBackground(queryKey));
      return answer();
    },
  });
  unsubscribers.push(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(10);
  requests.length = 0;
  return requests;
}

beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  refresher = createRefresher(cache);
});

afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
  refresher.stop();
  cache.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ROUND = 500;

describe('a live change', () => {
  test('refetches the lists that show it, once, in the background, and no other', async () => {
    const patients = await show(patientsKey);
    const doctors = await show(doctorsKey);
    for (let times = 0; times < 50; times += 1) refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(ROUND);
    expect([patients, doctors]).toEqual([[true], []]);
    expect(isBackground(patientsKey)).toBe(false);
  });

  test('refetches all lists if it concerns all kinds, and none if its kind is unknown', async () => {
    const lists = [await show(patientsKey), await show(doctorsKey)];
    refresher.handleChange(['something new']);
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(lists).toEqual([[], []]);
    refresher.handleChange('everything');
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(lists).toEqual([[true], [true]]);
  });

  test('E-10.82: never refetches a record, but marks it stale for its next opening', async () => {
    const record = await show(recordKey);
    refresher.handleChange('everything');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(record).toEqual([]);
    expect(cache.getQueryState(recordKey)?.isInvalidated).toBe(true);
    const records = new Set(
      Object.values(recordsByKind)
        .flat()
        .map((query) => JSON.stringify(query.key())),
    );
    const lists = liveKinds
      .flatMap((kind) => listsByKind[kind])
      .map((query) => JSON.stringify(query.key()));
    expect(lists.filter((key) => records.has(key) || /getOne|History/.test(key))).toEqual([]);
  });
});

describe('E-10.668: the reports of a patient, with their reviewer', () => {
  const toReportsKey = (idUser: string) =>
    queries.reports.ofPatient.queryKey({ input: { idUser } });
  const answer = (idReport: string | null) => () =>
    Promise.resolve({ data: { reports: [{ idReport }] } } as unknown as string);

  test('are refetched on the page of the changed report, and on no other', async () => {
    const ownReport = await show(toReportsKey('usr_1'), answer('rep_1'));
    const other = await show(toReportsKey('usr_2'), answer('rep_2'));
    refresher.handleChange(['report'], { report: ['rep_1', 'rep_9'] });
    await vi.advanceTimersByTimeAsync(ROUND);
    expect([ownReport, other]).toEqual([[true], []]);
  });

  test('are refetched on the page of the patient with a first report', async () => {
    const ownReport = await show(toReportsKey('usr_1'), answer(null));
    const other = await show(toReportsKey('usr_2'), answer(null));
    refresher.handleChange(['report'], { report: ['rep_1', 'usr_1'] });
    await vi.advanceTimersByTimeAsync(ROUND);
    expect([ownReport, other]).toEqual([[true], []]);
  });

  test('are refetched everywhere when many changed, or the ids are unknown', async () => {
    const ownReport = await show(toReportsKey('usr_1'), answer('rep_1'));
    refresher.handleChange(['report'], { report: ['rep_9'] });
    refresher.handleChange(['report'], { report: null });
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(ownReport).toEqual([true]);
    refresher.handleChange('everything');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ownReport).toEqual([true, true]);
  });
});

describe('a round of refetching', () => {
  test('runs at most every two seconds', async () => {
    const patients = await show(patientsKey);
    for (let tenths = 0; tenths < 100; tenths += 1) {
      refresher.handleChange(['patient']);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(patients.length).toBeGreaterThanOrEqual(4);
    expect(patients.length).toBeLessThanOrEqual(6);
  });

  test('waits for a pending mutation', async () => {
    const patients = await show(patientsKey);
    const saved = Promise.withResolvers<void>();
    const saving = cache
      .getMutationCache()
      .build(cache, { mutationFn: () => saved.promise })
      .execute(undefined);
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(patients).toEqual([]);
    saved.resolve();
    await saving;
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(patients).toEqual([true]);
  });

  test('waits while a pointer is pressed, with a limit', async () => {
    const patients = await show(patientsKey);
    dispatchEvent(new Event('pointerdown'));
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(patients).toEqual([]);
    dispatchEvent(new Event('pointerup'));
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(patients).toEqual([true]);
    dispatchEvent(new Event('dragstart'));
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(patients).toEqual([true, true]);
  });

  test('marks the lists of a hidden tab stale without refetching them', async () => {
    const patients = await show(patientsKey);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(patients).toEqual([]);
    expect(cache.getQueryState(patientsKey)?.isInvalidated).toBe(true);
  });

  test('is repeated for a list whose refetch failed', async () => {
    let isFailing = false;
    const patients = await show(patientsKey, () =>
      isFailing ? Promise.reject(new Error('away')) : Promise.resolve('answer'),
    );
    isFailing = true;
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(ROUND);
    expect(patients).toHaveLength(1);
    isFailing = false;
    await vi.advanceTimersByTimeAsync(11_000);
    expect(patients).toEqual([true, true]);
    isFailing = true;
    refresher.handleChange(['patient']);
    await vi.advanceTimersByTimeAsync(3_000);
    isFailing = false;
    // A new change starts a round before the retry, and that round also refetches the failed list.
    refresher.handleChange(['doctor']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(patients).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(patients).toHaveLength(4);
  });
});
