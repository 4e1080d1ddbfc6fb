/** The texts of the audit of an organization, in English. Defines the keys of the other languages. */

const english = {
  person: 'Person',
  everybodyAndKeys: 'Everybody, and keys',
  from: 'From',
  until: 'Until',
  noSuchEntries: 'There are no such entries.',
  caption: 'Changes, the latest first',
  latestFirst: 'The latest change comes first.',
  when: 'When',
  who: 'Who',
  call: 'Call',
  answer: 'Answer',
  details: 'Details',
  detailsOf: 'Details of change {id}',
  unknownPerson: 'A person who is not known any more, number {id}',
  keyNamed: 'Key: {id}',
  notKnown: 'Not known',
  isDone: 'Done',
  refusedWith: 'Refused with {status}',
  addressNotKnown: 'not known',
  fromAddress: 'From',
  request: 'Request',
  before: 'Before',
  after: 'After',
  changeTitle: 'Change {id}',
} as const;

export default english;
