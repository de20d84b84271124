export { ClearFilters, DayFilter } from './DayFilter.tsx';
export { homeCrumb, PeriodChips, useLaboratory, usePeriod } from './url-period.tsx';
