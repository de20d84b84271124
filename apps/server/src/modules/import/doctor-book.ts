import type { Findings } from './findings.ts';
import type { Incoming } from './incoming.ts';
import type { DoctorRow } from './rows.ts';

interface Entry {
  readonly place: string;
  readonly doctor: DoctorRow;
  readonly names: Set<string>;
  readonly specialties: Set<string>;
  conflicting: boolean;
}

/** The doctors whom appointments name, each once, with all that the appointments say of them. */
export class DoctorBook {
  readonly #entries = new Map<string, Entry>();

  get ids(): ReadonlySet<string> {
    return new Set(this.#entries.keys());
  }

  /** Adds what an appointment says; what differs from the ones before is told to the operator. */
  add(doctor: DoctorRow, place: string, findings: Findings): void {
    const entry = this.#entries.get(doctor.id);
    if (entry === undefined) {
      this.#entries.set(doctor.id, {
        place,
        doctor,
        names: new Set([doctor.name]),
        specialties: new Set(doctor.specialties),
        conflicting: false,
      });
      return;
    }
    if (!entry.names.has(doctor.name)) {
      entry.names.add(doctor.name);
      findings.repaired(
        `${place}.name`,
        `otro nombre del mismo médico: se usa el de ${entry.place}`,
      );
    }
    if (!entry.conflicting && !sameMembers(entry.specialties, doctor.specialties)) {
      entry.conflicting = true;
      findings.repaired(
        `${place}.specialty_formatted`,
        `otras especialidades que en ${entry.place}: se reúnen todas`,
      );
    }
    for (const specialty of doctor.specialties) entry.specialties.add(specialty);
  }

  /** @throws Error when no appointment named that doctor */
  find(id: string): Incoming<DoctorRow> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`no appointment named the doctor ${id}`);
    const { place, doctor, specialties } = entry;
    return { place, row: { ...doctor, specialties: [...specialties] } };
  }
}

function sameMembers(known: ReadonlySet<string>, others: readonly string[]): boolean {
  return new Set(others).size === known.size && others.every((other) => known.has(other));
}
