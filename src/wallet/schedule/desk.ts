import type { PaymentsDesk } from '../payments/desk.ts'
import type { Schedule } from './schedule.ts'

/** An account whose planned payments are prepared at their times. */
export interface ScheduleDesk extends PaymentsDesk {
  readonly schedule: Schedule
}
