/** Every style of the site, the utilities of every island among them; some domains have a sheet of their own besides. */
import '@unocss/reset/tailwind.css'
import 'uno.css'
import './all.css'
