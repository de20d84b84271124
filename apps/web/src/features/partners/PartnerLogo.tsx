import { initials } from '@simiente/contract/doctors/titled-name';
import type { Partner } from '@simiente/contract/partners/calls';
import { useState } from 'react';
import classes from './PartnerLogo.module.css';

type Logos = 'logo_app_nav' | 'logo_app_login' | 'logo_lading_logo';

interface PartnerLogoProps {
  partner: Pick<Partner, 'name' | Logos>;
  /** Size in px; 38 in tables, 34 in short lists, 56 in heads. */
  size?: 34 | 38 | 56;
}

/** The partner's smallest logo, on white in both schemes, or the initials. The name is beside it. */
export function PartnerLogo({ partner, size = 38 }: PartnerLogoProps) {
  const { logo_app_nav: nav, logo_app_login: login, logo_lading_logo: landing } = partner;
  const src = (nav ?? login ?? landing)?.fileUrl;
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes.logo} data-size={size} aria-hidden>
      {src === undefined || src === broken ? (
        initials(partner.name)
      ) : (
        <img
          className={classes.image}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}
