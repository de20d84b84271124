export { ConsentFact } from './ConsentFact.tsx';
