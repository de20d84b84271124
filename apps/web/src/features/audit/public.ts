export { AccessesButton, AccessesPanel } from './AccessesPanel.tsx';
export { OwnActivity } from './OwnActivity.tsx';
