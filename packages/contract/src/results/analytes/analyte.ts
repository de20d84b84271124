import type { MolarFactor, UnitName } from './units.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Something that a laboratory measures, counts or describes. */
export interface Analyte {
  readonly label: string;
  /** Another name of it that laboratories print, by which the form is searched too. */
  readonly short?: string;
  /** `number` may also mean that none were seen; `choice` is one of `choices`. */
  readonly kind: 'number' | 'choice' | 'text';
  /** Units of a number, the usual one first. */
  readonly units: readonly UnitName[];
  readonly choices?: readonly Choice[];
  /** LOINC of clinical.md, section 3; null where it gives none: then none is sent. */
  readonly loinc: string | null;
  readonly molar?: MolarFactor;
  /** It may occur in a set several times, each with a name of its own; the label of that name. */
  readonly rowName?: string;
  /** It is only computed, and never entered. */
  readonly isDerived?: true;
}

export const number = (
  label: string,
  units: readonly UnitName[],
  loinc: string | null = null,
  more: Pick<Analyte, 'short' | 'molar' | 'isDerived'> = {},
): Analyte => ({ label, kind: 'number', units, loinc, ...more });

export const text = (label: string, loinc: string | null = null): Analyte => ({
  label,
  kind: 'text',
  units: [],
  loinc,
});

export const choice = (
  label: string,
  choices: Readonly<Record<string, string>>,
  loinc: string | null = null,
): Analyte => ({
  label,
  kind: 'choice',
  units: [],
  loinc,
  choices: Object.entries(choices).map(([value, name]) => ({ value, label: name })),
});
