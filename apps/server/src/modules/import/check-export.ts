import { claimHistory } from './claim-history.ts';
import { Claims } from './claims.ts';
import { DoctorBook } from './doctor-book.ts';
import { ImportRefused } from './errors.ts';
import { FindingLog } from './findings.ts';
import type { Incoming } from './incoming.ts';
import { type ImportKind, isSection, type Section, sections } from './kinds.ts';
import { placeOf } from './places.ts';
import type { OnProgress } from './progress.ts';
import { readBranch } from './read-branch.ts';
import { readHistory, rejectRecords } from './read-history.ts';
import { readPartner } from './read-partner.ts';
import { readProspect } from './read-prospect.ts';
import { readUser } from './read-user.ts';
import type { ExportSource, SourceItem } from './source.ts';

/** What the first reading found out, and the second one needs. */
export interface CheckedExport {
  readonly source: ExportSource;
  readonly log: FindingLog;
  readonly claims: Claims;
  readonly doctors: DoctorBook;
}

const REPEATED = 'su identificador ya es de otro registro del archivo';
const PROGRESS_EVERY = 500;

/**
 * Reads all of the export and changes nothing: its syntax, every record's own fields, and that no id
 * names two of its records.
 * @throws BrokenExport
 * @throws ImportRefused when it has none of an export's lists
 */
export async function checkExport(
  source: ExportSource,
  onProgress: OnProgress,
): Promise<CheckedExport> {
  const checked = {
    source,
    log: new FindingLog(),
    claims: new Claims(),
    doctors: new DoctorBook(),
  };
  const entered = new Set<Section>();
  let records = 0;
  let position = 0;
  const tell = () =>
    onProgress({ phase: 'check', records, bytes: position, totalBytes: source.bytes });
  for await (const item of source.readAll()) {
    if (isSection(item.list)) {
      if (!entered.has(item.list)) checked.claims.enter(item.list);
      entered.add(item.list);
      checkItem(checked, item.list, item);
    }
    records += 1;
    position = item.position;
    if (records % PROGRESS_EVERY === 0) tell();
  }
  position = source.bytes ?? 0;
  tell();
  if (!sections.some((section) => source.lists.has(section))) {
    throw new ImportRefused(
      `El archivo no es un export: no tiene ninguna de sus listas (${sections.join(', ')}). No se importó nada.`,
    );
  }
  for (const list of source.lists) if (!isSection(list)) checked.log.ignored(list);
  return checked;
}

function checkItem({ log, claims, doctors }: CheckedExport, section: Section, item: SourceItem) {
  const place = placeOf(item);
  const claim = (kind: ImportKind, incoming: Incoming<{ readonly id: string }> | null) => {
    if (incoming === null || claims.owns(incoming.row.id)) return;
    log.rejected(kind, incoming.place, REPEATED);
  };
  switch (section) {
    case 'users':
      return claim('patient', readUser(item.value, place, log));
    case 'partners':
      return claim('partner', readPartner(item.value, place, log));
    case 'branches':
      return claim('branch', readBranch(item.value, place, log));
    case 'prospects':
      return claim('prospect', readProspect(item.value, place, log));
    case 'medicalHistories': {
      const history = readHistory(item, place, log);
      if (history === null) return;
      const { own, repeated } = claimHistory(history, claims);
      if (repeated.history) log.rejected('history', place, 'el paciente ya tiene otro historial');
      rejectRecords(repeated, log, REPEATED);
      for (const { doctor, place: at } of own.doctorAppointments) {
        doctors.add(doctor, `${at}.doctor`, log);
      }
    }
  }
}
