/** The commands of the admission and of the queue. */
import type { AdmissionCommand, QueueCommand } from '../command.ts';
import { decideAdmission } from '../queue/decide-admission.ts';
import { decideQueue } from '../queue/decide-queue.ts';
import type { CommandDefinitions } from './definition.ts';

export const admissionCommands: CommandDefinitions<AdmissionCommand | QueueCommand> = {
  'read-admission': { isRead: true, decide: decideAdmission },
  'set-admission': { decide: decideAdmission },
  'join-queue': { decide: decideQueue },
  'read-ticket': { isRead: true, decide: decideQueue },
  'read-queue': { isRead: true, decide: decideQueue },
};
