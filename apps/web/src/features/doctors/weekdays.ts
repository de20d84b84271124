const NAMES = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const;

/** 0 is 'Domingo'. */
export function dayName(weekday: number): string {
  return NAMES[weekday] ?? '';
}
