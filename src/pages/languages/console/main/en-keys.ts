/** The texts of the keys of an organization, in English. */

export const keys = {
  publicKey: 'Public key',
  publicKeyText: 'For your frontend: it opens maps and creates sessions. It is no secret.',
  secretKey: 'Secret API key',
  secretKeyText:
    'For your servers only, in the header X-API-Key. It opens everything that you can do here, and the booking calls.',
  ownersSeeIt: 'Only an owner of the organization can see it.',
  passKeys: 'Keys of passes',
  noPassKeys: 'No keys are stored. They verify the passes of events in the mode Pass.',
  algorithm: 'Algorithm',
  valid: 'Valid',
  stored: 'Stored',
  copied: '{name} copied.',
  noCopying: 'The browser does not allow copying here; select the text instead.',
  copyNamed: 'Copy: {name}',
  copy: 'Copy',
  showSecretKey: 'Show secret API key',
  show: 'Show',
  withoutEnd: 'without an end',
  keyOver: 'over',
  untilTime: 'until {at}',
} as const;
