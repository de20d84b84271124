// Separate from range.ts, which the page of ranges does not load until it shows a range.

/** Whether a laboratory prints a range now, from a later day on, or printed it until another range followed. */
export const rangeStates = ['current', 'coming', 'earlier'] as const;
export type RangeState = (typeof rangeStates)[number];

export const rangeStateNames: Readonly<Record<RangeState, string>> = {
  current: 'Vigente',
  coming: 'Próximo',
  earlier: 'Anterior',
};

export const rangeSorts = ['laboratory', 'validFrom', '-validFrom'] as const;
