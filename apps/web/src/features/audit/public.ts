export { AccessesButton } from './AccessesButton.tsx';
export { AccessesPanel } from './AccessesPanel.tsx';
export { OwnActivity } from './OwnActivity.tsx';
