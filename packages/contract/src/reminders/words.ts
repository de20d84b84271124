export const requestWeekdays = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab'] as const;
export const requestHours = ['8-12', '12-16', '16-20'] as const;

export const requestWeekdayNames: Readonly<Record<(typeof requestWeekdays)[number], string>> = {
  lun: 'Lun',
  mar: 'Mar',
  mie: 'Mié',
  jue: 'Jue',
  vie: 'Vie',
  sab: 'Sáb',
};

interface RequestedTimes {
  readonly days: readonly (typeof requestWeekdays)[number][];
  readonly hours: readonly (typeof requestHours)[number][];
  readonly message: string;
}

/** A request in one line, such as 'Mar, Mié · 16 a 20 · «Después de las 17»'. */
export function describeRequest({ days, hours, message }: RequestedTimes): string {
  return [
    days.map((day) => requestWeekdayNames[day]).join(', '),
    hours.map((span) => span.replace('-', ' a ')).join(', '),
    message && `«${message}»`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
