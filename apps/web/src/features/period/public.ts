export { homeCrumb } from './home-crumb.tsx';
export { PeriodChips } from './PeriodChips.tsx';
export { useLaboratory } from './use-laboratory.ts';
export { usePeriod } from './use-period.ts';
