#!/usr/bin/env node
// Runs ./pardeh. It runs on any Node from 18 on, installs what is missing, and continues on the bundled Node 24.
import { nodeComplaint } from './bootstrap/versions.mjs'

const args = process.argv.slice(2)
const complaint = nodeComplaint()
if (complaint) {
  const { reportNotInstalled } = await import('./bootstrap/pardeh.mjs')
  process.exitCode = reportNotInstalled(complaint, args)
} else {
  const { runPardeh } = await import('./bootstrap/pardeh.mjs')
  const code = await runPardeh(args)
  if (code !== undefined) process.exitCode = code
}
