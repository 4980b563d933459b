/** The shell's script for a page that starts without it; a module without exports, so that nothing has to stand for it. */
import './browser/boot.ts'
