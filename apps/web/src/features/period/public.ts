export { PeriodChips } from './PeriodChips.tsx';
export { homeCrumb, useLaboratory, usePeriod, useTypedDays } from './url-period.tsx';
