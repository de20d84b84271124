export { homeCrumb, PeriodChips, useLaboratory, usePeriod, useTypedDays } from './url-period.tsx';
