import type { SealedRow } from './chain-check.ts';

/** Content of an archived row. */
export interface ArchivedAct {
  readonly action: string;
  readonly at: Date;
  readonly subjectId: string | null;
  readonly patientId: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Yields every row unchanged, and collects in `acts`, by event id, those whose action is in `actions`. */
export async function* collectActs(
  rows: AsyncIterable<SealedRow>,
  actions: readonly string[],
  acts: Map<number, ArchivedAct>,
): AsyncGenerator<SealedRow> {
  const names = actions.map((action) => `"${action}"`);
  for await (const row of rows) {
    // Avoids parsing most rows.
    if (names.some((name) => row.content?.includes(name))) {
      const act = readAct(row.content ?? '');
      if (act && actions.includes(act.action)) acts.set(row.event_id, act);
    }
    yield row;
  }
}

/** Reads the content of a row, in the order of `ROW_CONTENT`; null if it is damaged. */
function readAct(content: string): ArchivedAct | null {
  try {
    const [, micros, , , action, , subjectId, patientId, , , , details] = JSON.parse(content);
    return {
      action,
      at: new Date(micros / 1000),
      subjectId,
      patientId,
      details: details === null ? null : JSON.parse(details),
    };
  } catch {
    return null;
  }
}
