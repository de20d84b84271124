export { usePartner, usePartnerState, withPartner } from './partner-list.ts';
export {
  PartnerLogo,
  PartnerTypeTag,
  partnerCrumb,
  partnersCrumb,
  partnerWords,
} from './partner-words.tsx';
