export { countedRecords } from './count-records.ts';
export {
  COUNTED,
  exactFigures,
  type Figures,
  keptFigures,
  presentFigures,
  searchedFigures,
} from './figures.ts';
