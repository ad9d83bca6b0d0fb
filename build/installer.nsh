; What Coffer notes of itself with Windows while it runs goes with it: that it opens links, and that it starts with the system. An update
; keeps both, and so does another copy of it that has taken the links over.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $0 HKCU "Software\Classes\coffer\shell\open\command" ""
    StrLen $1 "$INSTDIR\"
    StrCpy $2 $0 $1 1
    ${if} $2 == "$INSTDIR\"
      DeleteRegKey HKCU "Software\Classes\coffer"
    ${endIf}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend
