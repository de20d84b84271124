import type { RowOf } from '../kinds.ts';
import type { Location } from './fields.ts';

export type DoctorRow = RowOf<'doctor'> & { readonly specialties: string[] };

interface Entry {
  readonly path: string;
  readonly doctor: DoctorRow;
  readonly names: Set<string>;
  readonly specialties: Set<string>;
  conflicting: boolean;
}

/** The doctors of appointments, each once, with all data that the appointments have of them. */
export class DoctorBook {
  readonly #entries = new Map<string, Entry>();

  /** Adds the doctor of an appointment; differences from earlier ones are findings. */
  add(doctor: DoctorRow, { path, findings }: Location): void {
    const entry = this.#entries.get(doctor.id);
    if (entry === undefined) {
      this.#entries.set(doctor.id, {
        path,
        doctor,
        names: new Set([doctor.name]),
        specialties: new Set(doctor.specialties),
        conflicting: false,
      });
      return;
    }
    if (!entry.names.has(doctor.name)) {
      entry.names.add(doctor.name);
      findings.repaired(`${path}.name`, `otro nombre del mismo médico: se usa el de ${entry.path}`);
    }
    if (!entry.conflicting && !sameMembers(entry.specialties, doctor.specialties)) {
      entry.conflicting = true;
      findings.repaired(
        `${path}.specialty_formatted`,
        `otras especialidades que en ${entry.path}: se reúnen todas`,
      );
    }
    for (const specialty of doctor.specialties) entry.specialties.add(specialty);
  }

  /** A doctor, and the position of their first appointment's copy. */
  find(id: string): { readonly path: string; readonly row: DoctorRow } | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    const { path, doctor, specialties } = entry;
    return { path, row: { ...doctor, specialties: [...specialties] } };
  }
}

function sameMembers(known: ReadonlySet<string>, others: readonly string[]): boolean {
  return new Set(others).size === known.size && others.every((other) => known.has(other));
}
