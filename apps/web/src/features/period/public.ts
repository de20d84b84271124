export { PeriodChips } from './PeriodChips.tsx';
export { homeCrumb, useLaboratory, usePeriod } from './url-period.tsx';
export { useTypedDays } from './use-typed-days.ts';
