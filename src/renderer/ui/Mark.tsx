/** Coffer's own mark: a panel within a panel, as in a coffered ceiling. */
export function Mark({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-[light-dark(oklch(0.42_0.083_232),oklch(0.5_0.085_232))]" />
      <rect x="7" y="7" width="18" height="18" rx="4.5" fill="none" stroke="#fff" strokeWidth="2.2" />
      <rect x="12.4" y="12.4" width="7.2" height="7.2" rx="2.2" fill="#fff" />
    </svg>
  )
}
