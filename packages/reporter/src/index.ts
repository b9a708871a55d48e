export { default } from './hermetic-reporter';
export { buildReport, type ReportInput } from './build-report';
export { renderTerminal, type TerminalOptions } from './terminal/render-terminal';
export { formatGithub } from './format-github';
export { writeReport } from './write-report';
export { reproduceCommand } from './reproduce';
export { shardReason } from './partial-run';
export { OTHER_ENVIRONMENT } from './run-facts';
