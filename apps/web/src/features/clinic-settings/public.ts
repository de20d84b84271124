export { SettingsDialog, type SettingsFormProps, useSettingsForm } from './SettingsDialog.tsx';
