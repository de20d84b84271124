export type Flag = 'Bajo' | 'Alto' | 'Revisar' | null;

export interface Determination {
  name: string;
  value: string;
  unit: string;
  reference: string;
  flag: Flag;
}

/** A value that must reach a limit. The fonts of a PDF have no ≥. */
export function atLeast(name: string, value: number, unit: string, limit: number): Determination {
  const flag = value < limit ? 'Bajo' : null;
  return { name, value: String(value), unit, reference: `${limit} o más`, flag };
}

export function atMost(name: string, value: number, unit: string, limit: number): Determination {
  const flag = value > limit ? 'Alto' : null;
  return { name, value: String(value), unit, reference: `Hasta ${limit}`, flag };
}

export function inRange(
  name: string,
  value: number,
  unit: string,
  [min, max]: readonly [number, number],
): Determination {
  const outside = value > max ? 'Alto' : null;
  const flag = value < min ? 'Bajo' : outside;
  return { name, value: String(value), unit, reference: `${min} – ${max}`, flag };
}

export function worded(
  name: string,
  value: string,
  reference = '',
  flag: Flag = null,
): Determination {
  return { name, value, unit: '', reference, flag };
}
